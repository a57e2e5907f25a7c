// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace mdsim {

/// Lends objects that are costly to make, and lends them again once the last user on any thread has
/// let go of them. They come as their last user left them.
template <class T> class Spares {
  public:
    std::shared_ptr<T> lend() {
        return std::shared_ptr<T>(take().release(), [shelf = shelf_](T* returned) {
            std::unique_ptr<T> spare(returned);
            const std::lock_guard<std::mutex> lock(shelf->mutex);
            shelf->spares.push_back(std::move(spare));
        });
    }

  private:
    struct Shelf {
        std::mutex mutex;
        std::vector<std::unique_ptr<T>> spares;
    };

    std::unique_ptr<T> take() {
        const std::lock_guard<std::mutex> lock(shelf_->mutex);
        if (shelf_->spares.empty()) return std::make_unique<T>();
        std::unique_ptr<T> spare = std::move(shelf_->spares.back());
        shelf_->spares.pop_back();
        return spare;
    }

    std::shared_ptr<Shelf> shelf_ = std::make_shared<Shelf>();
};

} // namespace mdsim
