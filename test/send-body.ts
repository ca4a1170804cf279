/** Credentials and request bodies of tests. Imports nothing, so that test processes start quickly. */

/** The root secret: required without staging, and shared by apps that share a database. */
export const secret = 'a secret of more than thirty-two characters'
export const apiKey = 'test-key'
export const apiSecret = 'test-secret'
export const basic = (key: string, secret: string) => `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
export const authorization = basic(apiKey, apiSecret)

/** A valid body for /v1/send with changed fields. */
export const sendBody = (change: Record<string, unknown> = {}) => ({
  source_addr: 'INFO',
  message: 'Hello',
  encoding: 0,
  recipients: [{ recipient_id: 1, dest_addr: '255712345678' }],
  ...change,
})

/** A valid body for POST /v2/messages with changed fields. */
export const orderBody = (change: Record<string, unknown> = {}) => ({
  from: 'INFO',
  text: 'Hello',
  to: ['255712345678'],
  ...change,
})
