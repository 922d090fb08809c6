"""The codec of the reference decoder: a header, a rANS stream of latents, a synthesis graph that makes RGB8 of them."""
