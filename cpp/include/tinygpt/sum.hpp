#pragma once
/// Sums over one row. Float addition is not associative, so the order is part of the contract:
/// term i goes to partial sum i mod 16, every partial sum grows from 0 with i increasing, and then
///     v[l] = (p[l] + p[4 + l]) + (p[8 + l] + p[12 + l])        for l = 0 .. 3
///     sum  = (v[0] + v[1]) + (v[2] + v[3])
/// Sixteen partial sums are four registers of four lanes: enough to hide an addition's latency.

#include <cstddef>
#include <span>

namespace tinygpt {

/// The specification, one float at a time.
float sum_scalar(std::span<const float> terms);
float dot_scalar(std::span<const float> a, std::span<const float> b);  // a, b: [n]

/// The same four floats at a time, and bit-equal.
float sum(std::span<const float> terms);
float dot(std::span<const float> a, std::span<const float> b);

/// The same for many short rows in turn: WebAssembly hands spans over by way of memory, which keeps
/// a row's loads waiting and halves the speed of a walk through a large table.
float dot(const float* a, const float* b, std::size_t count);

/// dot(a, b) and dot(a, c) in one walk. Two rows that lie far apart in a large table come faster
/// than one after the other; two that lie side by side come slower.
struct TwoDots {
  float with_b = 0;
  float with_c = 0;
};
TwoDots two_dots(const float* a, const float* b, const float* c, std::size_t count);

}  // namespace tinygpt
