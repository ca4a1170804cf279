import { BadSetting, type Config } from './config.ts'
import type { Context } from './context.ts'
import {
  createFirstAccount,
  createKey,
  createToken,
  type IssuedKey,
  type PrepareAccount,
} from './modules/accounts/index.ts'
import { insertFirstLimit } from './modules/privacy/index.ts'
import { checkPasswordRules, createFirstUser, type FirstUser, publicDashboard } from './modules/users/index.ts'

/** Shown once, because only hashes are stored. */
export interface FirstCredentials {
  readonly key: IssuedKey
  readonly user: FirstUser
}

/** A new installation keeps messages this long. */
const firstMessageDays = 400

/**
 * Creates the first account, its owner and its credentials; returns null when an account exists. Safe when several
 * processes start at the same time.
 */
export function firstRun(ctx: Context, prepare: readonly PrepareAccount[]): Promise<FirstCredentials | null> {
  const { apiKey, apiSecret, accessToken, adminEmail, adminPassword, lenient } = ctx.config
  const now = ctx.clock.now()
  return ctx.db.transaction(async (tx) => {
    const accountId = await createFirstAccount(tx, 'First account', prepare, now)
    if (accountId === null) return null
    await insertFirstLimit(tx, firstMessageDays, now)
    if (adminPassword !== null && (await checkPasswordRules(adminPassword, adminEmail)) !== null)
      throw new BadSetting('NGOMA_ADMIN_PASSWORD is too easy to guess: use several unrelated words')
    if (accessToken !== null) await createToken(tx, accountId, 'from the environment', now, { lenient }, accessToken)
    const chosen = apiKey !== null && apiSecret !== null ? { apiKey, secret: apiSecret } : undefined
    const key = await createKey(tx, accountId, 'first key', now, { lenient }, chosen)
    return { key, user: await createFirstUser(tx, accountId, adminEmail, adminPassword, now) }
  })
}

/** Quotes for the shell, because keys from the environment may contain any character. */
const quote = (text: string) => (/^[\w.:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/**
 * Printed once. Secrets from the environment are left out: the user knows them, and this output may end up in a log.
 */
export function welcome(
  { key: { apiKey, secret }, user }: FirstCredentials,
  config: Config,
  address: string | null,
): string {
  const { apiSecret, adminPassword, staging, lenient, publicUrl } = config
  const firstSteps = (at: string) =>
    staging ? firstSend(at, quote(apiSecret === null ? `${apiKey}:${secret}` : apiKey)) : noCarrier
  return `
  Welcome to Ngoma. Save the API secret and the password: they are shown only once.

    API key     ${apiKey}${lenient ? '  (lenient: docs/clients.md)' : ''}
    API secret  ${apiSecret === null ? secret : 'as set in NGOMA_API_SECRET (curl asks for it)'}

${address === null ? '' : `    Dashboard   ${publicDashboard(config) ?? address}\n`}    Email       ${user.email}
    Password    ${adminPassword === null ? user.password : 'as set in NGOMA_ADMIN_PASSWORD'}

${address === null ? '' : firstSteps(publicUrl ?? address)}`
}

const noCarrier = `  No carrier is configured yet, so sending fails with code 106.
  Add a carrier, or set NGOMA_STAGING=true to use the simulated network.

  The sender ID INFO is pending, so sending from it fails with code 111. Approve it, or request another:

    npx ngoma sender approve INFO
    npx ngoma sender request --sender NAME && npx ngoma sender approve NAME
`

function firstSend(address: string, user: string): string {
  return `  Send your first message through the simulated network:

    curl -u ${user} ${address}/v1/send \\
      -H 'Content-Type: application/json' \\
      -d '{"source_addr":"INFO","message":"Hello","encoding":0,"recipients":[{"recipient_id":1,"dest_addr":"255712345678"}]}'

  Then read its delivery report:

    curl -u ${user} '${address}/public/v1/delivery-reports?dest_addr=255712345678'
`
}
