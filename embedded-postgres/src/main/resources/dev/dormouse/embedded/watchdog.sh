# Runs PostgreSQL, and stops it when the process at the other end of standard input says so or is gone.
#
#   $1  a folder to delete once that process is gone, or nothing
#   $2… the command
#
# Answers on standard output: the process id, and "exit <code>" at the end. Standard error is the log.
trap '' HUP INT TERM PIPE
temporary=$1
shift
exec 3<&0 </dev/null

"$@" 3<&- >&2 &
postgres=$!
echo "$postgres"

(
    how=
    read -r how <&3
    signal=INT
    [ "$how" = crash ] && signal=QUIT
    # Again and again, since a server that has only just been started does not listen yet.
    seconds=0
    while [ $seconds -lt 40 ]; do
        kill -s $signal "$postgres"
        sleep 1
        seconds=$((seconds + 1))
        [ $seconds -lt 30 ] || signal=QUIT
    done
    kill -s KILL "$postgres"
) >/dev/null &
ear=$!

# An ignored signal can still end a wait early in some shells.
wait "$postgres"
code=$?
while kill -0 "$postgres" 2>/dev/null; do
    wait "$postgres"
    code=$?
done
kill -s KILL "$ear"
wait "$ear" 2>/dev/null
echo "exit $code" 2>/dev/null

# The owner may still want the data (it says "keep"); its silence means that it does not.
read -r answer <&3 || [ -z "$temporary" ] || rm -rf -- "$temporary"
