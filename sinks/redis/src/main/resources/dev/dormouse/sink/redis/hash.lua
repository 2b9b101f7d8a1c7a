-- Changes one hash, message by message. Answers with one text for each: empty, or the error.
-- KEYS: the hash.
-- ARGV: 'ordered' or not; then, for each message: 'put', 'replace' or 'delete', the version or '', the time to live in ms
--       or '', the number of field names and values, and these.
local hash, ordered = KEYS[1], ARGV[1] == 'ordered'
local answers, at = {}, 2

-- Deleting would succeed on a key of any type, also on one that is somebody else's.
local function fault()
  local kind = redis.call('type', hash).ok
  if kind ~= 'hash' and kind ~= 'none' then
    return 'WRONGTYPE the key holds a ' .. kind .. ', not a hash'
  end
end

local function known(version)
  local last = tonumber(redis.call('hget', hash, '_version') or '')
  return last and last >= tonumber(version)
end

-- After the new fields are in, so that a server that is out of memory leaves the hash as it was.
local function removeOthers(fields)
  local kept = {}
  for i = 1, #fields, 2 do
    kept[fields[i]] = true
  end
  for _, field in ipairs(redis.call('hkeys', hash)) do
    if not kept[field] then
      redis.call('hdel', hash, field)
    end
  end
  redis.call('persist', hash)
end

local function apply(kind, version, ttlMillis, fields)
  if kind == 'delete' then
    redis.call('del', hash)
    return ''
  end
  if version ~= '' then
    fields[#fields + 1] = '_version'
    fields[#fields + 1] = version
  end
  local done = redis.pcall('hset', hash, unpack(fields))
  if type(done) == 'table' and done.err then
    return done.err
  end
  if kind == 'replace' then
    removeOthers(fields)
  end
  if ttlMillis ~= '' then
    redis.call('pexpire', hash, ttlMillis)
  end
  return ''
end

while at <= #ARGV do
  local kind, version, ttlMillis, count = ARGV[at], ARGV[at + 1], ARGV[at + 2], tonumber(ARGV[at + 3])
  local answer = fault()
  if not answer then
    if version ~= '' and known(version) then
      answer = ''
    else
      local fields = {}
      for i = 1, count do
        fields[i] = ARGV[at + 3 + i]
      end
      answer = apply(kind, version, ttlMillis, fields)
    end
  end
  answers[#answers + 1] = answer
  if answer ~= '' and ordered then
    return answers
  end
  at = at + count + 4
end
return answers
