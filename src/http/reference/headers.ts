const text = (description: string, example: string) => ({ type: 'string', description, examples: [example] })
const number = (description: string, example: number) => ({ type: 'integer', description, examples: [example] })

const requestId = {
  'X-Request-Id': text(
    'id of the request, taken from the X-Request-Id of the request if it had one; also in the server log',
    '0b2c2f2e-1d5b-4c6f-9d0b-6a1f3a1e2b4c',
  ),
}
const hint = {
  'Ngoma-Hint': text(
    'explains to a person what to do next. The text may change; programs should use the code',
    'send the body as Content-Type: application/json',
  ),
}
const wait = { 'Retry-After': number('seconds to wait before the next attempt', 2) }
/** Sent with every response to an account that has a rate limit. */
const rate = {
  'RateLimit-Limit': number('number of requests allowed', 100),
  'RateLimit-Remaining': number('number of requests left', 0),
  'RateLimit-Reset': number('seconds until more requests are allowed', 1),
}
const replayed = {
  'Idempotent-Replayed': text(
    'true when this is the stored response to an earlier request with the same Idempotency-Key',
    'true',
  ),
}
const location = {
  Location: text('URL of the page', 'https://pay.example.com/checkout/0f9d2c6b7a1e4d5f8c3b2a1908f7e6d5'),
}

/** Response headers that matter to clients. */
export function headersOf(
  status: number,
  { isOnce = false, isHinted = false }: { readonly isOnce?: boolean; readonly isHinted?: boolean } = {},
) {
  return {
    ...requestId,
    ...rate,
    ...(status >= 400 || isHinted ? hint : {}),
    ...(status === 429 || status === 503 ? wait : {}),
    ...(status < 300 && isOnce ? replayed : {}),
    ...(status === 302 ? location : {}),
  }
}
