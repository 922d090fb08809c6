"""The reference integer decoder: graphs, the codec, kernels, and the executors that run them."""
