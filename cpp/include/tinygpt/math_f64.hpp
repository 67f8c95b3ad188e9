#pragma once
/// Elementary functions in float64 that give the same bits on every machine: sums, products,
/// quotients and bit patterns only, nothing of libm, whose sin, exp and log differ from one
/// library to the next. For formulas that are rounded to float32 once, at their end.
/// Method and coefficients: FreeBSD's msun (k_sin.c, k_cos.c, e_exp.c, e_log.c; Sun Microsystems).

namespace tinygpt {

struct SinCos {
  double sin;
  double cos;
};

/// Both within 2^-52 for |x| up to 2^31. Beyond, and for infinity and NaN, both are NaN.
SinCos sin_cos_f64(double x);

/// e^x, within 1 ulp, for |x| up to 700. Beyond, and for NaN, NaN.
double exp_f64(double x);

/// ln x, within 1 ulp, where x is a positive normal number. Elsewhere NaN.
double log_f64(double x);

}  // namespace tinygpt
