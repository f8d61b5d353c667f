-- What the scripts share.
local DAY = 86400000
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local today = math.floor(now / DAY)

local function text(number)
  return string.format('%.0f', number)
end

local function day_key(day)
  return ARGV[1] .. ':day:' .. text(day)
end

local function share_key(day, network)
  return ARGV[1] .. ':share:' .. text(day) .. ':' .. network
end

local function two(key, first, second)
  local values = redis.call('HMGET', key, first, second)
  return tonumber(values[1] or 0), tonumber(values[2] or 0)
end

local function set(key, tokens, micros)
  redis.call('HSET', key, 'tokens', text(math.max(tokens, 0)), 'micros', text(math.max(micros, 0)))
  redis.call('PEXPIRE', key, text(2 * DAY))
end

-- A server that came back without its data goes on from what a proxy saw last: the day in ARGV[2], its tokens and millionths of a
-- dollar in the next two.
if tonumber(ARGV[2]) == today and tonumber(ARGV[3]) > 0 and redis.call('EXISTS', day_key(today)) == 0 then
  set(day_key(today), tonumber(ARGV[3]), tonumber(ARGV[4]))
end
