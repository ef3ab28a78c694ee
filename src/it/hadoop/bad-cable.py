#!/usr/bin/env python3
"""A bad cable between two network namespaces: an interface at each end, and what goes in at one comes
out of the other late, in another order, twice or not at all. For kernels without netem.

  bad-cable.py NAMESPACE INTERFACE NAMESPACE INTERFACE MILLISECONDS PERCENT

MILLISECONDS is how late a frame is, up to half as much more at random, by which some overtake others;
PERCENT of the frames are lost, and as many come twice. Runs until it is killed, which takes the
interfaces away.
"""
import ctypes
import fcntl
import heapq
import os
import random
import select
import struct
import sys
import time

TUNSETIFF = 0x400454CA
TAP_WITHOUT_HEADER = 0x0002 | 0x1000
CLONE_NEWNET = 0x40000000
LONGEST_FRAME = 65536


def interface(namespace, name):
    """A new one, down and without an address; the file it is read and written through."""
    space = os.open("/run/netns/" + namespace, os.O_RDONLY)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(space, CLONE_NEWNET) != 0:
        sys.exit(f"cannot enter {namespace}: {os.strerror(ctypes.get_errno())}")
    os.close(space)
    file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(file, TUNSETIFF, struct.pack("16sH22x", name.encode(), TAP_WITHOUT_HEADER))
    return file


def main(one_space, one_name, other_space, other_name, milliseconds, percent):
    one, other = interface(one_space, one_name), interface(other_space, other_name)
    print("ready", flush=True)
    delay, loss = float(milliseconds) / 1000, float(percent) / 100
    under_way, count = [], 0
    while True:
        wait = max(0, under_way[0][0] - time.monotonic()) if under_way else None
        for end in select.select([one, other], [], [], wait)[0]:
            try:
                frame = os.read(end, LONGEST_FRAME)
            except BlockingIOError:
                continue
            out = other if end == one else one
            chance = random.random()
            for _ in range(0 if chance < loss else 2 if chance < 2 * loss else 1):
                count += 1
                due = time.monotonic() + delay * (1 + random.random() / 2)
                heapq.heappush(under_way, (due, count, out, frame))
        while under_way and under_way[0][0] <= time.monotonic():
            _, _, out, frame = heapq.heappop(under_way)
            try:
                os.write(out, frame)
            except OSError:
                pass  # that end is down or full: one more that is lost


main(*sys.argv[1:])
