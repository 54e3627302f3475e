#!/bin/sh
# Runs after Easel is removed. `$1` is "remove" or "purge" from dpkg, and the number of remaining versions from rpm.
set -e

profile=/etc/apparmor.d/easel

case "$1" in
  remove | 0)
    if [ -f "$profile" ] && aa-enabled --quiet 2> /dev/null; then
      apparmor_parser --remove "$profile" || true
    fi
    rm -f "$profile"
    ;;
esac

case "$1" in
  purge | 0)
    echo "Easel is removed. What stays: keys, in each person's keychain; lists, notes and logs, in .config/Easel of each home;"
    echo "the organisation's policy, in /etc/easel; changes of yours to the profile, in /etc/apparmor.d/local/easel."
    ;;
esac
