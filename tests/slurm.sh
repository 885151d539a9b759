#!/usr/bin/env bash
# Starts a SLURM of one node on this machine, runs the test that gives it a study, and ends it again.
# Needs root and Debian's packages slurm-wlm and munge, which it installs if they are missing.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v slurmctld slurmd munged >/dev/null; then
  apt-get update
  apt-get install -y --no-install-recommends slurm-wlm slurmctld slurmd munge
fi

folder=$(mktemp -d)
chmod 755 "$folder"
mkdir -p "$folder/state" "$folder/spool" "$folder/munge" /run/munge
head -c 1024 /dev/urandom >"$folder/munge/key"
chmod 600 "$folder/munge/key"
chmod 700 "$folder/munge"
host=$(hostname -s)
cat >"$folder/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CryptoType=crypto/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
SlurmctldPort=16817
SlurmdPort=16818
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF="$folder/slurm.conf"

finish() {
  for name in slurmd slurmctld munge/munged; do
    if [ -s "$folder/$name.pid" ]; then kill "$(cat "$folder/$name.pid")" 2>/dev/null || true; fi
  done
  sleep 1
  rm -rf "$folder"
}
trap finish EXIT

munged --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" --pid-file="$folder/munge/munged.pid" \
  --log-file="$folder/munge/log" --seed-file="$folder/munge/seed"
slurmctld
slurmd
for _ in $(seq 50); do
  if [ "$(sinfo --noheader --format=%t 2>/dev/null)" = idle ]; then break; fi
  sleep 0.2
done
sinfo
cargo test --release --locked --test it -- --ignored --nocapture slurm_does_a_study
