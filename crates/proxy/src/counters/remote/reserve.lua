-- Sets aside what a call may cost, or refuses it and changes nothing but the rate of a session that is known.
-- A network begins no more sessions of a day than are left of that day for others.
-- KEYS: the session, its running calls, its revocation, the reservation. All checks and changes are one step for every proxy.
-- Returns {why, seconds, day, tokens and millionths of a dollar spent of that day}.
local id, network = ARGV[5], ARGV[6]
local turns, tokens = tonumber(ARGV[7]), tonumber(ARGV[8])
local most = { tonumber(ARGV[9]), tonumber(ARGV[10]) }
local per_minute, at_once = tonumber(ARGV[11]), tonumber(ARGV[12])
local of_day = { tonumber(ARGV[13]), tonumber(ARGV[14]) }
local of_share = { tonumber(ARGV[15]), tonumber(ARGV[16]) }
local keep, lease = tonumber(ARGV[17]), tonumber(ARGV[18])
local sessions = tonumber(ARGV[19])

local spent_tokens, spent_micros = two(day_key(today), 'tokens', 'micros')
local function answer(why, seconds)
  return { why, seconds or 0, today, spent_tokens, spent_micros }
end

-- It was given up before it arrived.
if redis.call('EXISTS', KEYS[4]) == 1 then
  return answer('away')
end
if redis.call('EXISTS', KEYS[3]) == 1 then
  return answer('revoked')
end
local known = redis.call('EXISTS', KEYS[1]) == 1
local one = math.max(math.floor(60000 / per_minute), 1)
local empty = now + one * per_minute
local full_at = math.min(math.max(tonumber(redis.call('HGET', KEYS[1], 'full_at') or 0), now), empty)
local wait = full_at + one - empty
if wait > 0 then
  return answer('rate', math.ceil(wait / 1000))
end
if known then
  redis.call('HSET', KEYS[1], 'full_at', text(full_at + one))
end
-- Calls of a proxy that was killed end with their lease.
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', text(now))
if redis.call('ZCARD', KEYS[2]) >= at_once then
  return answer('busy')
end
local session_turns, session_tokens = two(KEYS[1], 'turns', 'tokens')
if session_turns >= turns then
  return answer('turns')
end
if session_tokens + most[1] > tokens then
  return answer('tokens')
end
local left = math.ceil(((today + 1) * DAY - now) / 1000)
if spent_tokens + most[1] > of_day[1] or spent_micros + most[2] > of_day[2] then
  return answer('day', left)
end
local share_tokens, share_micros = two(share_key(today, network), 'tokens', 'micros')
if share_tokens + most[1] > of_share[1] or share_micros + most[2] > of_share[2] then
  return answer('share', left)
end

if not known then
  local begun = tonumber(redis.call('HGET', day_key(today), 'sessions') or 0)
  local own = tonumber(redis.call('HGET', share_key(today, network), 'sessions') or 0)
  if own >= sessions - begun then
    return answer('full')
  end
end

-- Nothing refuses it any more.
redis.call('HSET', KEYS[1], 'turns', text(session_turns + 1), 'tokens', text(session_tokens + most[1]), 'full_at', text(full_at + one))
redis.call('PEXPIRE', KEYS[1], text(keep))
redis.call('ZADD', KEYS[2], text(now + lease), id)
redis.call('PEXPIRE', KEYS[2], text(lease))
spent_tokens, spent_micros = spent_tokens + most[1], spent_micros + most[2]
set(day_key(today), spent_tokens, spent_micros)
set(share_key(today, network), share_tokens + most[1], share_micros + most[2])
if not known then
  redis.call('HINCRBY', day_key(today), 'sessions', 1)
  redis.call('HINCRBY', share_key(today, network), 'sessions', 1)
end
redis.call('HSET', KEYS[4], 'day', text(today), 'network', network, 'tokens', text(most[1]), 'micros', text(most[2]))
redis.call('PEXPIRE', KEYS[4], text(2 * DAY))
return answer('held')
