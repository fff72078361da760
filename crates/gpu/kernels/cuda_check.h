// The errors of CUDA, and the choice of the GPU.
#pragma once
#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

namespace {
void check(cudaError_t code, const char* what) {
  if (code != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(code));
}
#define CHECK(call) check(call, #call)

// All that follows is for the first GPU.
void use_first_gpu() {
  int devices = 0;
  cudaError_t found = cudaGetDeviceCount(&devices);
  if (found == cudaErrorInsufficientDriver) throw std::runtime_error("there is no driver for NVIDIA GPUs, or it is too old for CUDA 13");
  if (found == cudaErrorNoDevice || (found == cudaSuccess && devices == 0)) throw std::runtime_error("none is installed");
  if (found != cudaSuccess) throw std::runtime_error(cudaGetErrorString(found));
  CHECK(cudaSetDevice(0));
}
}  // namespace
