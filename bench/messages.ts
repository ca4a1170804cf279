/**
 * `npm run bench:messages`: response times of `/v2/messages`, `/v2/requests` and `/v2/search` for an account with ten
 * million messages. Each must stay under 100 ms in 95 of 100 calls.
 */
import { sql } from 'kysely'
import { askConsole } from '../test/e2e/console.ts'
import type { Server } from '../test/e2e/server.ts'
import { orderBody } from '../test/send-body.ts'
import { type Report, runBench } from './command.ts'
import { common, type Filled, fillMessages, rare } from './messages-fill.ts'
import { filledSettings, withProgram } from './program.ts'
import { measure } from './responses.ts'

const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()

const questionsOf = (
  { firstRequest, firstMessage }: Filled,
  messages: number,
): readonly (readonly [string, string])[] => [
  ['newest', 'messages'],
  ['newest, 1,000 of them', 'messages?limit=1000'],
  ['in an old period', `messages?from=${daysAgo(301)}&to=${daysAgo(300)}`],
  ['undelivered, one in a thousand', 'messages?status=undelivered'],
  ['cancelled, none', 'messages?status=cancelled'],
  ['queued, none', 'messages?status=queued'],
  ['to a number', `messages?number=${rare}`],
  ['to the most frequent number', 'messages?number=0700000001'],
  ['to that number, cancelled', `messages?number=${common}&status=cancelled`],
  ['with a frequent tag', 'messages?tag=daily'],
  ['with a rare tag', 'messages?tag=rare'],
  ['with an unknown tag', 'messages?tag=none'],
  ['with the tag of large requests', 'messages?tag=large'],
  ['with a frequent tag, undelivered', 'messages?tag=daily&status=undelivered'],
  ['with a frequent tag, of a rare campaign', 'messages?tag=daily&campaign=rare'],
  ['with the reference of a request', `messages?reference=order-${Math.floor(messages / 4) * 2 - 1}`],
  ['with the reference of a recipient', `messages?reference=line-${Math.floor(messages / 20) * 10 - 10}`],
  ['with an unknown reference', 'messages?reference=none'],
  ['of a frequent campaign', 'messages?campaign=spring'],
  ['of a rare campaign', 'messages?campaign=rare'],
  ['of a frequent campaign, undelivered', 'messages?campaign=spring&status=undelivered'],
  ['with a frequent reason', 'messages?reason=absent_subscriber'],
  ['with a rare reason', 'messages?reason=unknown_subscriber'],
  ['with an unknown reason', 'messages?reason=none'],
  ['from a frequent sender', 'messages?sender=INFO'],
  ['from a rare sender', 'messages?sender=RARE'],
  ['of a request', `messages?request=${firstRequest + 5}`],
  ['one message', `messages/${firstMessage + 5}`],
  ['requests', 'requests'],
  ['requests with a frequent tag', 'requests?tag=daily'],
  ['requests with a frequent tag, of a rare campaign', 'requests?tag=daily&campaign=rare'],
  ['one large request', `requests/${firstRequest + messages / 2 + 1}`],
  ['its recipients', `requests/${firstRequest + messages / 2 + 1}/recipients`],
  ['search: a number', `search?q=${rare}`],
  ['search: a reference', `search?q=order-${Math.floor(messages / 4) * 2 - 1}`],
]

function run(messages: number, repeats: number, report: Report): Promise<void> {
  return withProgram({ fsync: false, postgresSettings: filledSettings }, async ({ server, db }) => {
    // Creates the partitions.
    await askConsole(server, 'POST', '/accounts/1/messages', orderBody())
    const { id } = await askConsole(server, 'POST', '/accounts', { name: 'Large' })
    const filled = await fillMessages(db, id, messages)
    await sql`analyze`.execute(db)
    const pages = questionsOf(filled, messages).map(([what, path]) => [what, `/accounts/${id}/${path}`] as const)
    for (const [what, path] of [...pages, ['the hundredth page', await deepPage(server, id)] as const])
      await measure(report, what, repeats, () => askConsole(server, 'GET', path))
  })
}

async function deepPage(server: Server, accountId: number): Promise<string> {
  let path = `/accounts/${accountId}/messages`
  for (let page = 1; page < 100; page += 1) {
    const { next } = await askConsole(server, 'GET', path)
    path = `/accounts/${accountId}/messages?cursor=${next}`
  }
  return path
}

await runBench({
  name: 'bench:messages',
  options: {
    messages: { value: 10_000_000, short: 4_000, about: 'messages of the account' },
    repeats: { value: 40, short: 1, about: 'measured calls of each' },
  },
  run: ({ messages, repeats }, report) => run(messages, repeats, report),
})
