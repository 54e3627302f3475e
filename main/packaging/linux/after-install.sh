#!/bin/sh
# Runs after installing and upgrading, for deb and rpm.
set -e

shipped=/opt/Easel/resources/apparmor-profile
profile=/etc/apparmor.d/easel

# AppArmor before version 4 doesn't know user namespaces. It would refuse the profile at every start of the computer,
# and needs none.
if command -v apparmor_parser > /dev/null && apparmor_parser --skip-kernel-load --skip-cache "$shipped" > /dev/null 2>&1
then
  cp "$shipped" "$profile"
  if aa-enabled --quiet 2> /dev/null; then
    apparmor_parser --replace --write-cache --skip-read-cache "$profile" || true
  fi
else
  rm -f "$profile"
fi
