#include "tinygpt/backward.hpp"

#include <algorithm>
#include <cmath>

#include "tinygpt/math_f64.hpp"

namespace tinygpt {
namespace {

constexpr double root_two_over_pi = 0.7978845608028654;
constexpr double cubic = 0.044715;

double dot(const double* a, const double* b, std::size_t count) {
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

/// y += factor x
void add_scaled(double* y, double factor, const double* x, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) y[i] += factor * x[i];
}

/// e^x, for which exp_f64 has bounds; below the lower one it is 0 beside any sum of a softmax.
double exp_or_0(double x) { return x < -700.0 ? 0.0 : exp_f64(x); }

/// Within 4e-16: the error is absolute. From |x| = 20 on it is 1 to the last bit.
double tanh_f64(double x) { return 1.0 - 2.0 / (exp_f64(2.0 * std::clamp(x, -20.0, 20.0)) + 1.0); }

/// z becomes softmax(z). Gives log(sum of e^z) as it was.
double softmax_in_place(std::span<double> z) {
  const double highest = *std::ranges::max_element(z);
  double sum = 0.0;
  for (double& value : z) {
    value = exp_or_0(value - highest);
    sum += value;
  }
  for (double& value : z) value /= sum;
  return highest + log_f64(sum);
}

/// d = (x - mean(x)) r of one row; gives r.
double standardise(std::span<double> d, const double* x, double epsilon) {
  const auto n = static_cast<double>(d.size());
  double mean = 0.0;
  for (std::size_t i = 0; i < d.size(); ++i) mean += x[i] / n;
  for (std::size_t i = 0; i < d.size(); ++i) d[i] = x[i] - mean;
  const double r = 1.0 / std::sqrt(dot(d.data(), d.data(), d.size()) / n + epsilon);
  for (double& value : d) value *= r;
  return r;
}

}  // namespace

// ---- y = x w + b
// ---------------------------------------------------------------------------------

Numbers linear(const Numbers& x, const Affine& affine) {
  const std::size_t out = affine.bias.value.size();
  const std::size_t in = affine.weight.value.size() / out;
  Numbers y;
  y.reserve(x.size() / in * out);
  for (std::size_t i = 0; i < x.size(); i += in) {
    const std::size_t row = y.size();
    y.insert(y.end(), affine.bias.value.begin(), affine.bias.value.end());
    for (std::size_t k = 0; k < in; ++k) {
      add_scaled(&y[row], x[i + k], &affine.weight.value[k * out], out);
    }
  }
  return y;
}

Numbers linear_backward(const Numbers& dy, const Numbers& x, Affine& affine) {
  const std::size_t out = affine.bias.value.size();
  const std::size_t in = affine.weight.value.size() / out;
  Numbers dx(x.size());
  for (std::size_t t = 0; t * in < x.size(); ++t) {
    const double* const dy_row = &dy[t * out];
    for (std::size_t k = 0; k < in; ++k) {
      dx[t * in + k] = dot(dy_row, &affine.weight.value[k * out], out);
      add_scaled(&affine.weight.gradient[k * out], x[t * in + k], dy_row, out);
    }
    add_scaled(affine.bias.gradient.data(), 1.0, dy_row, out);
  }
  return dx;
}

// ---- LayerNorm
// -----------------------------------------------------------------------------------

Numbers norm_rows(const Numbers& x, const Affine& affine, double epsilon) {
  const std::size_t n = affine.bias.value.size();
  Numbers y(x.size());
  for (std::size_t i = 0; i < x.size(); i += n) {
    const std::span<double> row = std::span(y).subspan(i, n);
    standardise(row, &x[i], epsilon);
    for (std::size_t c = 0; c < n; ++c) {
      row[c] = row[c] * affine.weight.value[c] + affine.bias.value[c];
    }
  }
  return y;
}

Numbers norm_rows_backward(const Numbers& dy, const Numbers& x, Affine& affine, double epsilon) {
  const std::size_t n = affine.bias.value.size();
  Numbers dx(x.size());
  Numbers d(n);
  Numbers g(n);
  for (std::size_t i = 0; i < x.size(); i += n) {
    const double r = standardise(d, &x[i], epsilon);
    double mean_g = 0.0;
    for (std::size_t c = 0; c < n; ++c) {
      g[c] = dy[i + c] * affine.weight.value[c];
      mean_g += g[c] / static_cast<double>(n);
      affine.weight.gradient[c] += dy[i + c] * d[c];
      affine.bias.gradient[c] += dy[i + c];
    }
    const double mean_gd = dot(g.data(), d.data(), n) / static_cast<double>(n);
    for (std::size_t c = 0; c < n; ++c) dx[i + c] = r * (g[c] - mean_g - d[c] * mean_gd);
  }
  return dx;
}

// ---- GELU
// ----------------------------------------------------------------------------------------

Numbers gelu(const Numbers& x) {
  Numbers y(x.size());
  std::ranges::transform(x, y.begin(), [](double value) {
    const double u = root_two_over_pi * (value + cubic * value * value * value);
    return 0.5 * value * (1.0 + tanh_f64(u));
  });
  return y;
}

Numbers gelu_backward(const Numbers& dy, const Numbers& x) {
  Numbers dx(x.size());
  std::ranges::transform(dy, x, dx.begin(), [](double slope, double value) {
    const double square = value * value;
    const double t = tanh_f64(root_two_over_pi * (value + cubic * value * square));
    const double inner = root_two_over_pi * (1.0 + 3.0 * cubic * square);
    return slope * 0.5 * ((1.0 + t) + value * (1.0 - t * t) * inner);
  });
  return dx;
}

// ---- Attention
// -----------------------------------------------------------------------------------

Numbers CausalAttention::forward(const Numbers& qkv, Numbers& weights) const {
  const std::size_t stride = 3 * n_embd;
  const std::size_t length = qkv.size() / stride;
  const std::size_t size = n_embd / n_head;
  const double scale = 1.0 / std::sqrt(static_cast<double>(size));
  Numbers y(length * n_embd);
  weights.assign(n_head * length * length, 0.0);
  for (std::size_t head = 0; head < n_head; ++head) {
    const double* const q = &qkv[head * size];
    const double* const k = q + n_embd;
    const double* const v = k + n_embd;
    for (std::size_t t = 0; t < length; ++t) {
      const auto w = std::span(weights).subspan((head * length + t) * length, t + 1);
      for (std::size_t s = 0; s <= t; ++s) {
        w[s] = scale * dot(q + t * stride, k + s * stride, size);
      }
      softmax_in_place(w);
      for (std::size_t s = 0; s <= t; ++s) {
        add_scaled(&y[t * n_embd + head * size], w[s], v + s * stride, size);
      }
    }
  }
  return y;
}

Numbers CausalAttention::backward(const Numbers& dy, const Numbers& qkv,
                                  const Numbers& weights) const {
  const std::size_t stride = 3 * n_embd;
  const std::size_t length = qkv.size() / stride;
  const std::size_t size = n_embd / n_head;
  const double scale = 1.0 / std::sqrt(static_cast<double>(size));
  Numbers dqkv(qkv.size());
  Numbers g(length);
  for (std::size_t head = 0; head < n_head; ++head) {
    const double* const q = &qkv[head * size];
    const double* const k = q + n_embd;
    const double* const v = k + n_embd;
    double* const dq = &dqkv[head * size];
    double* const dk = dq + n_embd;
    double* const dv = dk + n_embd;
    for (std::size_t t = 0; t < length; ++t) {
      const double* const w = &weights[(head * length + t) * length];
      const double* const dy_row = &dy[t * n_embd + head * size];
      for (std::size_t s = 0; s <= t; ++s) {
        g[s] = dot(dy_row, v + s * stride, size);
        add_scaled(dv + s * stride, w[s], dy_row, size);
      }
      const double mean_g = dot(w, g.data(), t + 1);
      for (std::size_t s = 0; s <= t; ++s) {
        const double dscore = scale * w[s] * (g[s] - mean_g);
        add_scaled(dq + t * stride, dscore, k + s * stride, size);
        add_scaled(dk + s * stride, dscore, q + t * stride, size);
      }
    }
  }
  return dqkv;
}

// ---- Head and loss
// -------------------------------------------------------------------------------

double cross_entropy(std::span<double> z, std::size_t target) {
  const double z_target = z[target];
  const double log_sum = softmax_in_place(z);
  z[target] -= 1.0;
  return log_sum - z_target;
}

double head_loss(Numbers& dx, const Numbers& x, Parameter& table, std::span<const Index> targets,
                 double share) {
  const std::size_t n = x.size() / targets.size();
  Numbers z(table.value.size() / n);
  dx.assign(x.size(), 0.0);
  double loss = 0.0;
  for (std::size_t t = 0; t < targets.size(); ++t) {
    if (targets[t] < 0) continue;
    for (std::size_t word = 0; word < z.size(); ++word) {
      z[word] = dot(&table.value[word * n], &x[t * n], n);
    }
    loss += share * cross_entropy(z, static_cast<std::size_t>(targets[t]));
    for (std::size_t word = 0; word < z.size(); ++word) {
      add_scaled(&dx[t * n], share * z[word], &table.value[word * n], n);
      add_scaled(&table.gradient[word * n], share * z[word], &x[t * n], n);
    }
  }
  return loss;
}

}  // namespace tinygpt
