-- Takes one from the bucket of KEYS[1], which fills with ARGV[1] a minute. Returns after how many seconds there is one, or 0.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local per_minute = tonumber(ARGV[1])
local one = math.max(math.floor(60000 / per_minute), 1)
local empty = now + one * per_minute
local full_at = math.min(math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now), empty)
local wait = full_at + one - empty
if wait > 0 then
  return math.ceil(wait / 1000)
end
redis.call('SET', KEYS[1], string.format('%.0f', full_at + one), 'PX', string.format('%.0f', one * per_minute))
return 0
