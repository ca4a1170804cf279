/**
 * Takes the pictures of the documentation: `npm run pictures`. It starts the demo, opens every page on a desk and on a
 * phone, light and dark, and checks each (see `checkPage`) before it takes a picture. `npm run pictures -- send pins`
 * takes only these pages; with `NGOMA_DEMO=http://localhost:8080` it uses a demo that runs already.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { password } from '../../src/demo/credentials.ts'
import { openBrowser } from '../../test/browser.ts'
import { checkPage, deskScreen, phoneScreen } from '../../test/dashboard.ts'
import { startServer } from '../../test/e2e/server.ts'
import { openTarget, pageTargets, untilLoaded } from '../../test/page-targets.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const modes = [
  { viewport: deskScreen, colorScheme: 'light' },
  { viewport: deskScreen, colorScheme: 'dark' },
  { viewport: phoneScreen, colorScheme: 'light' },
  { viewport: phoneScreen, colorScheme: 'dark' },
] as const

const wanted = process.argv.slice(2)
const chosen = wanted.length === 0 ? pageTargets : pageTargets.filter(({ name }) => wanted.includes(name))
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
      if (!(await openTarget(page, target, (path) => load(page, path)))) {
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

async function load(page: Page, path: string): Promise<void> {
  await page.goto(`${address}${path}`)
  await untilLoaded(page)
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
