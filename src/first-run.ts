import { BadSetting, type Config } from './config.ts'
import type { Context } from './context.ts'
import {
  createFirstAccount,
  createKey,
  createToken,
  type IssuedKey,
  type PrepareAccount,
} from './modules/accounts/index.ts'
import { prepareBalance } from './modules/balance/index.ts'
import { prepareContacts } from './modules/contacts/index.ts'
import { prepareOtp } from './modules/otp/index.ts'
import { prepareSenders } from './modules/senders/index.ts'
import { prepareTemplates } from './modules/templates/index.ts'
import { createFirstUser, type FirstUser, judgePassword } from './modules/users/index.ts'

/** What every new account is given, by each module that has something to give. */
export const prepareAccount = ({ config }: Pick<Context, 'config'>): readonly PrepareAccount[] => [
  prepareBalance(config),
  prepareSenders,
  prepareContacts,
  prepareTemplates,
  prepareOtp(config),
]

/** What is shown once, because only hashes of it are kept. */
export interface FirstCredentials {
  readonly key: IssuedKey
  readonly user: FirstUser
}

/**
 * Makes the first account, its owner and its credentials when there is none; null when there is. Of several processes
 * that start together one makes it.
 */
export function firstRun(ctx: Context): Promise<FirstCredentials | null> {
  const { apiKey, apiSecret, accessToken, adminEmail, adminPassword, lenient } = ctx.config
  const now = ctx.clock.now()
  return ctx.db.transaction(async (tx) => {
    const accountId = await createFirstAccount(tx, 'First account', prepareAccount(ctx), now)
    if (accountId === null) return null
    if (adminPassword !== null && (await judgePassword(adminPassword, adminEmail)) !== null)
      throw new BadSetting(
        'NGOMA_ADMIN_PASSWORD is too easy to guess: choose a few words that nobody would put together',
      )
    if (accessToken !== null) await createToken(tx, accountId, 'from the environment', now, { lenient }, accessToken)
    const chosen = apiKey !== null && apiSecret !== null ? { apiKey, secret: apiSecret } : undefined
    const key = await createKey(tx, accountId, 'first key', now, { lenient }, chosen)
    return { key, user: await createFirstUser(tx, accountId, adminEmail, adminPassword, now) }
  })
}

/** As a shell reads it: what people chose themselves may hold anything. */
const quote = (text: string) => (/^[\w.:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/**
 * Printed once: what is secret can't be shown again. What people chose themselves they know, and it does not belong
 * into a log.
 */
export function welcome(
  { key: { apiKey, secret }, user }: FirstCredentials,
  { apiSecret, adminPassword, staging, lenient }: Config,
  address: string | null,
): string {
  const trial = (at: string) =>
    staging ? firstSend(at, quote(apiSecret === null ? `${apiKey}:${secret}` : apiKey)) : noCarrier
  return `
  Welcome to Ngoma. This is shown once; keep the secret and the password.

    API key     ${apiKey}${lenient ? '  (lenient: docs/clients.md)' : ''}
    API secret  ${apiSecret === null ? secret : 'as set in NGOMA_API_SECRET; curl asks for it'}

${address === null ? '' : `    Dashboard   ${address}\n`}    E-mail      ${user.email}
    Password    ${adminPassword === null ? user.password : 'as set in NGOMA_ADMIN_PASSWORD'}

${address === null ? '' : trial(address)}`
}

const noCarrier = `  No carrier is set up, so sends are refused with code 106.
  Set NGOMA_STAGING=true to send through the simulated network.
`

function firstSend(address: string, user: string): string {
  return `  Send a first message through the simulated network:

    curl -u ${user} ${address}/v1/send \\
      -H 'Content-Type: application/json' \\
      -d '{"source_addr":"INFO","message":"Hello","encoding":0,"recipients":[{"recipient_id":1,"dest_addr":"255712345678"}]}'

  and read its delivery report:

    curl -u ${user} '${address}/public/v1/delivery-reports?dest_addr=255712345678'
`
}
