-- Ends a call: what it cost takes the place of what was set aside. Done twice it changes nothing the second time.
-- KEYS: the session, its running calls, the reservation.
-- Returns {day, tokens and millionths of a dollar spent of it}.
local id, network = ARGV[5], ARGV[6]
local real = { tonumber(ARGV[7]), tonumber(ARGV[8]) }
local free, alone = ARGV[9] == '1', ARGV[10] == '1'
local keep = tonumber(ARGV[12])

local function add(key, more_tokens, more_micros)
  local tokens, micros = two(key, 'tokens', 'micros')
  set(key, tokens + more_tokens, micros + more_micros)
end

local function answer()
  local tokens, micros = two(day_key(today), 'tokens', 'micros')
  return { today, tokens, micros }
end

local held = redis.call('HMGET', KEYS[3], 'day', 'tokens', 'micros')
local known = redis.call('EXISTS', KEYS[3]) == 1
local day, most, turn = tonumber(held[1] or 0), { tonumber(held[2] or 0), tonumber(held[3] or 0) }, 0
if alone then
  -- Counted by one proxy while this server was away, and handed in now, once.
  if known then
    return answer()
  end
  redis.call('HSET', KEYS[3], 'over', '1')
  redis.call('PEXPIRE', KEYS[3], text(DAY))
  day, turn = tonumber(ARGV[11]), 1
elseif not held[1] then
  -- It was settled before, or its request was given up and may still arrive.
  if not known then
    redis.call('HSET', KEYS[3], 'over', '1')
    redis.call('PEXPIRE', KEYS[3], text(900000))
  end
  return answer()
else
  redis.call('DEL', KEYS[3])
  redis.call('ZREM', KEYS[2], id)
end
if free then
  turn = turn - 1
end
local forgotten = false
-- A session that was forgotten meanwhile stays so, unless it spent more than it is known for.
if alone or redis.call('EXISTS', KEYS[1]) == 1 then
  local turns = math.max(tonumber(redis.call('HGET', KEYS[1], 'turns') or 0) + turn, 0)
  local tokens = math.max(tonumber(redis.call('HGET', KEYS[1], 'tokens') or 0) + real[1] - most[1], 0)
  if turns == 0 and tokens == 0 and redis.call('ZCARD', KEYS[2]) == 0 then
    redis.call('DEL', KEYS[1])
    forgotten = true
  else
    redis.call('HSET', KEYS[1], 'turns', text(turns), 'tokens', text(tokens))
    redis.call('PEXPIRE', KEYS[1], text(keep))
  end
end
-- What was set aside yesterday weighs on yesterday.
if day >= today - 1 then
  add(day_key(day), real[1] - most[1], real[2] - most[2])
  add(share_key(day, network), real[1] - most[1], real[2] - most[2])
  if forgotten then
    for _, key in ipairs({ day_key(day), share_key(day, network) }) do
      if tonumber(redis.call('HGET', key, 'sessions') or 0) > 0 then
        redis.call('HINCRBY', key, 'sessions', -1)
      end
    end
  end
end
return answer()
