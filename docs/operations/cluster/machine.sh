#!/bin/bash
# A database machine in a container: step 3 of ../cluster.md, and then what systemd does elsewhere. With arguments it
# runs a command with the variables of this machine instead: machine patronictl list
set -euo pipefail

export NODE=$HOSTNAME
address=${NODE^^}
export ADDRESS=${!address}
set -a
. <(envsubst < /etc/pegboard/etcd.env)
. <(envsubst < /etc/pegboard/patroni.env)
set +a
[ $# -eq 0 ] || exec "$@"

etcd &
etcd=$!
patroni /etc/patroni/config.yml &
patroni=$!
trap : TERM
# When one ends the machine does, and starts again as a whole.
wait -n || true
# Patroni first: it gives the lock away while etcd is there.
kill "$patroni" || true
wait "$patroni" || true
kill "$etcd" || true
wait "$etcd" || true
