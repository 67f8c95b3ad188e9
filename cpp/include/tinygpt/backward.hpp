#pragma once
/// The parts of a GPT, each beside its derivative, one number at a time in float64.
///
/// A forward function takes rows and gives rows. The backward one takes dy, the derivatives of the
/// loss by what the forward one gave, and gives those by what it took; to the derivatives by its
/// parameters it adds. (Rumelhart, Hinton and Williams, "Learning representations by
/// back-propagating errors", 1986.) All rows are row-major, T of them.

#include <cstddef>
#include <span>
#include <vector>

#include "tinygpt/positions.hpp"

namespace tinygpt {

using Numbers = std::vector<double>;

/// The numbers of a tensor and the derivative of the loss by each: the sum over all its uses.
struct Parameter {
  Numbers value;
  Numbers gradient;  // as many, from 0
};

struct Affine {
  Parameter weight;  // [in, out], or [n] of a norm
  Parameter bias;    // [out], or [n]
};

/// y = x w + b                                            x: [T, in], y: [T, out]
Numbers linear(const Numbers& x, const Affine& affine);
/// dx = dy w^T, dw += x^T dy, db += the sum of dy's rows
Numbers linear_backward(const Numbers& dy, const Numbers& x, Affine& affine);

/// y = d w + b per row, d = (x - mean(x)) r, r = 1 / sqrt(mean((x - mean(x))^2) + epsilon)
Numbers norm_rows(const Numbers& x, const Affine& affine, double epsilon);  // x, y: [T, n]
/// dx = r (g - mean(g) - d mean(g d)) with g = dy w; dw += dy d, db += dy
Numbers norm_rows_backward(const Numbers& dy, const Numbers& x, Affine& affine, double epsilon);

/// y = x (1 + tanh u) / 2, u = sqrt(2/pi) (x + 0.044715 x^3)
Numbers gelu(const Numbers& x);
/// dx = dy ((1 + tanh u) + x (1 - tanh^2 u) u') / 2, u' = sqrt(2/pi) (1 + 3 * 0.044715 x^2)
Numbers gelu_backward(const Numbers& dy, const Numbers& x);

struct CausalAttention {
  std::size_t n_embd = 0;
  std::size_t n_head = 0;

  /// y[t] = sum over s <= t of w[t][s] v[s], w[t] = softmax over s of q[t] . k[s] / sqrt(head_size)
  /// qkv: [T, 3 n_embd], y: [T, n_embd]. Writes w into `weights`: [n_head, T, T], 0 where s > t.
  Numbers forward(const Numbers& qkv, Numbers& weights) const;
  /// dv[s] += w[t][s] dy[t]; with g[s] = dy[t] . v[s], the score's derivative is
  /// w[t][s] (g[s] - sum over r of w[t][r] g[r]), and a score is a product of q[t] and k[s].
  Numbers backward(const Numbers& dy, const Numbers& qkv, const Numbers& weights) const;
};

/// -log softmax(z)[target]. Writes its derivatives, softmax(z) - (1 at target), over z.
double cross_entropy(std::span<double> z, std::size_t target);

/// The sum over places of share * cross_entropy(table x[t], targets[t]), targets of -1 left out.
/// Adds to the table's gradient and writes dx. x, dx: [T, n], table: [words, n], targets: [T].
double head_loss(Numbers& dx, const Numbers& x, Parameter& table, std::span<const Index> targets,
                 double share);

}  // namespace tinygpt
