/**
 * Takes the pictures of the documentation: `npm run pictures`. It starts the demo, opens every page on a desk and on a
 * phone, light and dark, and checks each (see `checkPage`) before it takes a picture. `npm run pictures -- send pins`
 * takes only these pages; with `NGOMA_DEMO=http://localhost:8080` it uses a demo that runs already.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { operator, owner, password } from '../../src/demo/credentials.ts'
import { openBrowser } from '../../test/browser.ts'
import { checkPage, deskScreen, ofAccount, ofOperator, phoneScreen } from '../../test/dashboard.ts'
import { startServer } from '../../test/e2e/server.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const modes = [
  { viewport: deskScreen, colorScheme: 'light' },
  { viewport: deskScreen, colorScheme: 'dark' },
  { viewport: phoneScreen, colorScheme: 'light' },
  { viewport: phoneScreen, colorScheme: 'dark' },
] as const

interface Target {
  /** The file's name: `operator-carriers`. */
  readonly name: string
  readonly path: string
  readonly email: string | null
}

/** A page with an id in its address is reached by the first link to one: here the pages with such links. */
const listsOf: Readonly<Record<string, string>> = {
  'numbers/$phone': 'contacts',
  'providers/$product/$provider': 'providers',
}

const pathsIn = (source: string) => [...source.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path)

const targetsOf = (source: string, prefix: string, label: string, email: string): readonly Target[] =>
  pathsIn(source).map((path) => ({
    name: `${label}${path.replace(/\/\$.*/, '-one').replaceAll('/', '-')}`,
    path: `${prefix}/${path}`,
    email,
  }))

const targets: readonly Target[] = [
  { name: 'sign-in', path: '/sign-in', email: null },
  ...targetsOf(ofAccount, '/accounts/1', '', owner.email),
  { name: 'profile', path: '/profile', email: owner.email },
  ...targetsOf(ofOperator, '/operator', 'operator-', operator.email),
]

const wanted = process.argv.slice(2)
const chosen = wanted.length === 0 ? targets : targets.filter(({ name }) => wanted.includes(name))
const problems: string[] = []

const running = process.env.NGOMA_DEMO
const server =
  running === undefined ? await startServer({ NGOMA_API_KEY: '', NGOMA_API_SECRET: '' }, 'all', ['demo'], 600) : null
const address = running ?? server?.address ?? ''
const browser = await openBrowser()
mkdirSync(`${here}pages`, { recursive: true })
try {
  const contexts = new Map<string, BrowserContext>()
  for (const target of chosen) {
    const pictures: Buffer[] = []
    process.stdout.write(`${target.name}\n`)
    for (const [index, mode] of modes.entries()) {
      const key = `${target.email}-${index}`
      const context = contexts.get(key) ?? (await enter(browser, target.email, mode))
      contexts.set(key, context)
      const page = await context.newPage()
      if (!(await open(page, target))) {
        problems.push(`${target.name}: the demo has no such page`)
        break
      }
      await checkPage(page).catch((error: Error) => problems.push(`${target.name}: ${error.message}`))
      if (index === 0 && ['home', 'phones', 'campaigns-one'].includes(target.name))
        await page.screenshot({ path: `${here}${target.name}.png` })
      pictures.push(await page.screenshot())
      await page.close()
    }
    if (pictures.length > 0) writeFileSync(`${here}pages/${target.name}.jpg`, await sheet(browser, pictures))
  }
} finally {
  await browser.close()
  await server?.kill()
}
writeFileSync(`${here}README.md`, describePictures())
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exitCode = 1

async function enter(from: Browser, email: string | null, mode: (typeof modes)[number]): Promise<BrowserContext> {
  const context = await from.newContext({
    locale: 'en-GB',
    timezoneId: 'Africa/Dar_es_Salaam',
    reducedMotion: 'reduce',
    ...mode,
  })
  if (email === null) return context
  const answer = await context.request.post(`${address}/console/v1/auth/sign-in/email`, { data: { email, password } })
  if (answer.status() !== 200) throw new Error(`signing in was answered with ${answer.status()}`)
  return context
}

/** Returns false if no page links to one. */
async function open(page: Page, { path }: Target): Promise<boolean> {
  const [list = '', id] = path.split(/\/\$/, 2)
  if (id === undefined) {
    await load(page, path)
    return true
  }
  const prefix = list.slice(0, list.lastIndexOf('/'))
  const key = path.slice(prefix.length + 1)
  await load(page, `${prefix}/${listsOf[key] ?? list.slice(prefix.length + 1)}`)
  const link = page.locator(`main a[href^="${list}/"]:not([href$="/new"])`).last()
  const href = await link.getAttribute('href', { timeout: 10_000 }).catch(() => null)
  if (href !== null) await load(page, href)
  return href !== null
}

async function load(page: Page, path: string): Promise<void> {
  await page.goto(`${address}${path}`)
  await page.getByRole('heading').first().waitFor()
  // Lists, charts and figures load after the page. Live events keep a connection open, so the page is never idle.
  await page
    .locator('[role=status][aria-label^="Loading"], .mantine-Skeleton-root')
    // A closed tab loads when it is opened.
    .filter({ visible: true })
    .first()
    .waitFor({ state: 'detached' })
  await page.evaluate('document.fonts.ready')
}

/** All pictures below each other. */
function describePictures(): string {
  const about =
    'Each picture shows one page with the data of `npx ngoma demo`: on a desk and on a phone, light and dark. `npm run pictures` takes them, and checks each page with axe.'
  const names = readdirSync(`${here}pages`)
    .map((file) => file.replace('.jpg', ''))
    .sort()
  const shown = names.map((name) => `## ${name}\n\n![${name}](pages/${name}.jpg)`)
  return `${['# Pictures of all pages', about, ...shown].join('\n\n')}\n`
}

/** The four pictures of a page side by side. */
async function sheet(from: Browser, pictures: readonly Buffer[]): Promise<Buffer> {
  const page = await from.newPage({ viewport: { width: 1710, height: 420 } })
  const images = pictures.map((picture) => `<img height=400 src="data:image/png;base64,${picture.toString('base64')}">`)
  await page.setContent(`<body style="margin:10px;display:flex;gap:10px;background:#888">${images.join('')}</body>`)
  const taken = await page.screenshot({ type: 'jpeg', quality: 70 })
  await page.close()
  return taken
}
