// Errors at the C interface: no exception crosses it.
#pragma once
#include <cstdio>
#include <exception>
#include <memory>

namespace {
// Why a call failed. Setting it takes no memory, which may be what a call failed for.
struct Message {
  char text[512] = "";
  void operator=(const char* why) noexcept { snprintf(text, sizeof text, "%s", why); }
};

// Makes something and opens it; null if that fails, with the reason as a text of at most so many bytes.
template <typename Opened, typename Open>
Opened* made_or_null(char* error, uint64_t size, Open open) noexcept {
  try {
    auto made = std::make_unique<Opened>();
    open(*made);
    return made.release();
  } catch (const std::exception& failure) {
    snprintf(error, size, "%s", failure.what());
  } catch (...) {
    snprintf(error, size, "it does not fit into the memory of the device");
  }
  return nullptr;
}
}  // namespace
