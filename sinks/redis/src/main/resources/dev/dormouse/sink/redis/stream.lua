-- Adds messages to one stream. Answers with one text for each: empty, or the error.
-- KEYS: the stream, then one guard for each message, if repetitions are to be recognised.
-- ARGV: 'ordered' or not, the length to trim to or '', how long guards live in ms; then, for each message, the number of
--       its names and values, and these.
local ordered, length, guardMillis = ARGV[1] == 'ordered', ARGV[2], ARGV[3]
local answers, at = {}, 4

while at <= #ARGV do
  local guard = KEYS[#answers + 2]
  local count = tonumber(ARGV[at])
  local answer = ''
  if not (guard and redis.call('exists', guard) == 1) then
    local command = {'xadd', KEYS[1]}
    if length ~= '' then
      command = {'xadd', KEYS[1], 'maxlen', '~', length}
    end
    command[#command + 1] = '*'
    for i = 1, count do
      command[#command + 1] = ARGV[at + i]
    end
    local added = redis.pcall(unpack(command))
    if type(added) == 'table' and added.err then
      answer = added.err
    elseif guard then
      redis.call('set', guard, added, 'px', guardMillis)
    end
  end
  answers[#answers + 1] = answer
  if answer ~= '' and ordered then
    return answers
  end
  at = at + count + 1
end
return answers
