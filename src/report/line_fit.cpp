// SPDX-License-Identifier: BSD-3-Clause
#include "report/line_fit.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "core/contract.hpp"

namespace mdsim {

namespace {

constexpr std::size_t most_blocks = 64;
constexpr std::size_t least_groups = 8;
constexpr std::size_t head = 10; // numbers before those of blocks
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

struct Point {
    double x = 0;
    double y = 0;
};

/// The standard error of the slope of a line through points whose errors are independent (Press et
/// al., Numerical Recipes, 3rd ed. 2007, section 15.2, the variance taken from the residuals).
double independent_error(std::span<const Point> points) {
    MDSIM_EXPECT(points.size() > 2);
    const auto n = static_cast<double>(points.size());
    Point mean;
    for (const Point& p : points) {
        mean.x += p.x / n;
        mean.y += p.y / n;
    }
    double xx = 0, xy = 0;
    for (const Point& p : points) {
        xx += (p.x - mean.x) * (p.x - mean.x);
        xy += (p.x - mean.x) * (p.y - mean.y);
    }
    const double slope = xy / xx;
    double residual = 0;
    for (const Point& p : points) {
        const double off = p.y - mean.y - slope * (p.x - mean.x);
        residual += off * off;
    }
    return std::sqrt(residual / (n - 2) / xx);
}

/// The averages of so many points each in a row; what is left over is left out.
std::vector<Point> averaged(std::span<const Point> points, std::size_t each) {
    MDSIM_EXPECT(each > 0 && each <= points.size());
    std::vector<Point> means(points.size() / each);
    const auto n = static_cast<double>(each);
    for (std::size_t i = 0; i < means.size(); ++i)
        for (const Point& p : points.subspan(i * each, each)) {
            means[i].x += p.x / n;
            means[i].y += p.y / n;
        }
    return means;
}

} // namespace

void LineFit::add(double x, double y) {
    if (points_ == 0) {
        x0_ = x;
        y0_ = y;
    }
    const double dx = x - x0_, dy = y - y0_;
    points_ += 1;
    x_ += dx;
    y_ += dy;
    xx_ += dx * dx;
    xy_ += dx * dy;
    open_.x += dx;
    open_.y += dy;
    open_points_ += 1;
    if (open_points_ == block_points_) close_block();
}

/// Where there are too many blocks, pairs of them become one.
void LineFit::close_block() {
    blocks_.push_back(open_);
    open_ = {};
    open_points_ = 0;
    if (blocks_.size() < most_blocks) return;
    for (std::size_t i = 0; i < most_blocks / 2; ++i)
        blocks_[i] = {blocks_[2 * i].x + blocks_[2 * i + 1].x,
                      blocks_[2 * i].y + blocks_[2 * i + 1].y};
    blocks_.resize(most_blocks / 2);
    block_points_ *= 2;
}

double LineFit::mean() const { return points_ == 0 ? unknown : y0_ + y_ / points_; }

double LineFit::slope() const {
    const double spread = points_ * xx_ - x_ * x_;
    return points_ < 2 || !(spread > 0) ? unknown : (points_ * xy_ - x_ * y_) / spread;
}

double LineFit::slope_error() const {
    if (blocks_.size() < 3) return unknown;
    std::vector<Point> points;
    for (const Block& block : blocks_)
        points.push_back({block.x / block_points_, block.y / block_points_});
    double error = independent_error(points);
    for (std::size_t each = 2; points.size() / each >= least_groups; each *= 2)
        error = std::max(error, independent_error(averaged(points, each)));
    return error;
}

std::vector<double> LineFit::numbers() const {
    std::vector<double> numbers{points_, x0_, y0_,           x_,           y_,
                                xx_,     xy_, block_points_, open_points_, open_.x};
    numbers.push_back(open_.y);
    for (const Block& block : blocks_) {
        numbers.push_back(block.x);
        numbers.push_back(block.y);
    }
    return numbers;
}

LineFit LineFit::from(const std::vector<double>& n) {
    LineFit fit;
    if (n.size() <= head || n.size() % 2 == 0) return fit;
    fit.points_ = n[0];
    fit.x0_ = n[1];
    fit.y0_ = n[2];
    fit.x_ = n[3];
    fit.y_ = n[4];
    fit.xx_ = n[5];
    fit.xy_ = n[6];
    fit.block_points_ = n[7];
    fit.open_points_ = n[8];
    fit.open_ = {n[9], n[10]};
    for (std::size_t i = head + 1; i + 1 < n.size(); i += 2)
        fit.blocks_.push_back({n[i], n[i + 1]});
    return fit;
}

} // namespace mdsim
