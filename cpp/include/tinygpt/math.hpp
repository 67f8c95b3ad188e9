#pragma once
/// exp, tanh and GELU in float32 that give the same bits on every machine: sums, products,
/// quotients and bit patterns only, nothing of libm. Each function has one body for one float and
/// for four, so a lane of the second holds the bits of the first.

#include <span>

#include "tinygpt/f32x4.hpp"

namespace tinygpt {

/// e^x, within 2 ulp where the result is a normal number; below it the subnormals, then 0 from
/// x = -104 down (also for -infinity); +infinity from 88.73 up; NaN for NaN.
/// Cody and Waite, "Software Manual for the Elementary Functions" (1980), chapter 6.
float exp_f32(float x);
F32x4 exp_f32x4(F32x4 x);

/// Within 2 ulp where |x| is a normal number; odd, but for the sign of 0, and exactly -1 and 1 from
/// |x| = 9.1 up; NaN for NaN.
float tanh_f32(float x);
F32x4 tanh_f32x4(F32x4 x);

/// GELU as GPT-2 has it ("gelu_new"; Hendrycks and Gimpel, arXiv 1606.08415, section 2):
///     0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))
/// within 2.5e-7 max(1, |x|). For negative x the sum 1 + tanh cancels, so the error is absolute.
float gelu_new_f32(float x);
F32x4 gelu_new_f32x4(F32x4 x);

/// x[i] = exp(x[i] - shift), four at a time.
void exp_shifted(std::span<float> x, float shift);

}  // namespace tinygpt
