/**
 * Takes the pictures of the documentation: `npm run pictures`. It starts the demo, which takes a minute or two, and
 * looks at it with Chromium.
 */
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { owner, password } from '../../src/demo/credentials.ts'
import { openBrowser } from '../../test/browser.ts'
import { startServer } from '../../test/e2e/server.ts'

const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

interface Picture {
  readonly name: string
  readonly path: string
  readonly options?: BrowserContextOptions
  /** Runs on the page before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>
}

const hourMs = 3_600_000
/** Excludes messages that the demo has just scheduled, which would be listed first. */
const beforeToday = new Date(Date.now() - 6 * hourMs).toISOString()

async function writeMessage(page: Page): Promise<void> {
  await page
    .getByRole('textbox', { name: 'Message' })
    .fill('Habari! Mzigo wako umefika dukani Kariakoo. Karibu uuchukue leo hadi saa 2 usiku.')
  await page.getByText('Available credit').waitFor()
}

const pictures: readonly Picture[] = [
  { name: 'home', path: '/accounts/1/home' },
  { name: 'home-dark', path: '/accounts/1/home', options: { colorScheme: 'dark' } },
  { name: 'messages', path: `/accounts/1/messages?to=${beforeToday}` },
  { name: 'send', path: '/accounts/1/send?to=255712345678', prepare: writeMessage },
  { name: 'phones', path: '/accounts/1/phones' },
  { name: 'phones-small', path: '/accounts/1/phones', options: { viewport: phone } },
  { name: 'contacts', path: '/accounts/1/contacts' },
  { name: 'pins', path: '/accounts/1/pins' },
  { name: 'credit', path: '/accounts/1/credit' },
  { name: 'webhooks', path: '/accounts/1/webhooks' },
  { name: 'api-setup', path: '/accounts/1/api' },
  { name: 'carriers', path: '/operator/carriers' },
]

const server = await startServer({ NGOMA_API_KEY: '', NGOMA_API_SECRET: '' }, 'all', ['demo'], 600)
const browser = await openBrowser()
try {
  for (const picture of pictures) await take(browser, server.address, picture)
} finally {
  await browser.close()
  await server.kill()
}

async function take(
  from: Browser,
  address: string,
  { name, path, options = {}, prepare = async () => {} }: Picture,
): Promise<void> {
  const context = await from.newContext({
    viewport: desk,
    locale: 'en-GB',
    timezoneId: 'Africa/Dar_es_Salaam',
    reducedMotion: 'reduce',
    ...options,
  })
  const { status } = await context.request
    .post(`${address}/console/v1/auth/sign-in/email`, { data: { email: owner.email, password } })
    .then((answer) => ({ status: answer.status() }))
  if (status !== 200) throw new Error(`signing in was answered with ${status}`)
  const page = await context.newPage()
  await page.goto(`${address}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Lists, charts and figures come after the page itself. The hints of the server keep a connection open, so it is
  // never wholly idle.
  await page
    .locator('[aria-label^="Loading"], .mantine-Skeleton-root, .mantine-Loader-root')
    .first()
    .waitFor({ state: 'detached' })
  await prepare(page)
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, import.meta.url)) })
  process.stdout.write(`${name}\n`)
  await context.close()
}
