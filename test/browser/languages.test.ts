import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { languages } from '../../src/values/languages.ts'
import { browserMissing } from '../browser.ts'
import { textsOf } from '../catalogs.ts'
import { adminEmail, adminPassword, checkWidth, type Dashboard, openDashboard, phoneScreen } from '../dashboard.ts'

const languageOf = (page: Page) => page.evaluate<string>('document.documentElement.lang')

const choose = (page: Page, language: string) =>
  page.evaluate(`localStorage.setItem('ngoma.language', ${JSON.stringify(language)})`)

/** The times on the page, and the labels of badges and date fields that are too narrow for their content. */
const readLabels = async (page: Page) => ({
  texts: await page.locator('time').allTextContents(),
  clipped: await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('time, .mantine-Badge-label, input[type=date], input[type=datetime-local]')]
      .filter((one) => {
        if (one.offsetParent === null) return false
        // A date field hides its overflow, so it is compared with its natural width.
        const width = one.offsetWidth
        const natural = one.labels ? (one.style.width = 'max-content', one.offsetWidth) : one.scrollWidth
        if (one.labels) one.style.width = ''
        return natural > width + 1
      })
      .map((one) => one.textContent || one.labels[0].textContent)`,
  ),
})

describe('dashboard languages', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await openDashboard()
  })
  after(() => dashboard?.close())

  for (const [language, phone, name] of [
    ['sw', '0712 000 101', 'Neema'],
    ['fr', '0712 000 102', 'Élodie'],
  ] as const)
    it(`signs in, sends a message and adds a contact in ${language}`, async (context) => {
      const { t, fill } = textsOf(language)
      const { page, complaints, leave } = await dashboard.visit('/sign-in', { as: null, locale: 'en-US' })
      context.after(leave)
      await choose(page, language)
      await page.reload()
      const open = (title: string) =>
        page.getByRole('navigation', { name: t.shell.menu }).getByRole('link', { name: title, exact: true }).click()
      const heading = (title: string) => page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor()

      await heading(t.signIn.title)
      assert.equal(await page.title(), `${t.signIn.title} · Ngoma`)
      await page.getByLabel(t.signIn.email).fill(adminEmail)
      await page.getByRole('textbox', { name: t.signIn.password }).fill(adminPassword)
      await page.getByRole('button', { name: t.signIn.submit, exact: true }).click()
      // Operators start at the overview of the installation.
      await heading(t.pages.overview)
      await page.goto(`${dashboard.address}/accounts/1/home`)
      await heading(t.pages.home)
      await page.getByRole('region', { name: t.home.days }).waitFor()

      await open(t.pages.send)
      await heading(t.pages.send)
      await page.getByRole('textbox', { name: t.send.numbers, exact: true }).fill(`${phone}, ${phone}`)
      await page.getByRole('textbox', { name: t.send.message }).fill('Habari')
      const segments = [fill(t.shared.characters, { count: 6 }), fill(t.shared.segments, { count: 1 }), t.shared.gsm]
      await page.getByText(segments.join(' · ')).waitFor()
      const cost = page.getByRole('region', { name: t.send.cost })
      await cost.getByText(t.send.duplicates).waitFor()
      await page.getByRole('button', { name: t.send.submit }).click()
      const counts = [fill(t.send.sentCount, { count: 1 }), fill(t.send.duplicatesCount, { count: 1 })]
      await page.getByText(counts.join(' · ')).waitFor()

      await page.getByRole('link', { name: t.send.viewMessages }).click()
      await heading(t.pages.messages)
      const row = page.getByRole('table', { name: t.messages.messages, exact: true }).getByRole('row', { name: phone })
      await row.getByText(t.status.delivered, { exact: true }).waitFor()
      await row.getByRole('link').first().click()
      await heading(fill(t.messages.messageTo, { phone }))
      await page.getByRole('region', { name: t.messages.timeline }).getByText(t.messages.delivered).waitFor()
      const { texts, clipped } = await readLabels(page)
      assert.ok(texts.length >= 5, 'the page shows times')
      // Both languages write the hours from 0 to 23.
      for (const text of texts) assert.doesNotMatch(text, /[ap]\.?m\b/i)
      assert.deepEqual(clipped, [])

      await open(t.pages.contacts)
      await heading(t.contacts.title)
      await page.getByRole('button', { name: t.contacts.addContact }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t.contacts.fields.phone).fill(phone)
      await dialog.getByLabel(t.contacts.fields.firstName).fill(name)
      await dialog.getByRole('button', { name: t.contacts.addContact }).click()
      await page.getByRole('row', { name }).waitFor()

      // The choice outlives a reload and holds for other tabs of the browser.
      await page.reload()
      await heading(t.contacts.title)
      const tab = await page.context().newPage()
      await tab.goto(`${dashboard.address}/accounts/1/inbox`)
      await tab.getByText(t.inbox.empty.open).waitFor()
      for (const one of [page, tab]) assert.equal(await languageOf(one), language)
      assert.deepEqual(complaints, [])
    })

  it('follows the browser until the user chooses a language', async (context) => {
    const { page, leave } = await dashboard.visit('/sign-in', { as: null, locale: 'fr-CD' })
    context.after(leave)
    const shows = async (language: 'en' | 'sw' | 'fr') => {
      await page.getByRole('button', { name: textsOf(language).t.signIn.submit, exact: true }).waitFor()
      assert.equal(await languageOf(page), language)
    }
    await shows('fr')
    await choose(page, 'sw')
    await page.reload()
    await shows('sw')
    // Neither a language without a catalog nor an invalid choice leaves the page without texts.
    await choose(page, 'xx')
    await page.reload()
    await shows('fr')
  })

  it('shows AM or PM once in a 12-hour locale, and clips no date field', async (context) => {
    const { page, leave } = await dashboard.visit('/accounts/1/messages', { locale: 'en-US' })
    context.after(leave)
    await dashboard.world.send({ recipients: [{ recipient_id: 1, dest_addr: '255712000103' }] })
    await page.getByRole('row', { name: '0712 000 103' }).waitFor()
    await page.getByLabel('Accepted from').fill('2020-12-31T23:59')
    const { texts, clipped } = await readLabels(page)
    assert.ok(texts.length > 0, 'the page shows times')
    for (const text of texts) assert.match(text, /^[^AP]*\d:\d\d\s[AP]M$/)
    assert.deepEqual(clipped, [])
  })

  it('loads less than 300 KB of script with one language, and only the catalog of that language', async (context) => {
    for (const language of languages) {
      const { page, context: browserContext, leave } = await dashboard.visit('/')
      context.after(leave)
      await choose(page, language)
      const start = await browserContext.newPage()
      await start.goto(`${dashboard.address}/`)
      await start.getByRole('heading', { level: 1 }).waitFor()
      const scripts = await start.evaluate<readonly { name: string; bytes: number }[]>(
        `performance.getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize }))`,
      )
      const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
      assert.ok(bytes > 50_000 && bytes < 300_000, `${bytes} bytes in ${language}`)
      const sources = await Promise.all(scripts.map(async ({ name }) => (await fetch(name)).text()))
      const loaded = languages.filter((one) =>
        sources.some((source) => source.includes(textsOf(one).t.shell.notFoundHint)),
      )
      assert.deepEqual(loaded, [language])
    }
  })

  it('fits a phone in every language', async (context) => {
    for (const language of languages) {
      const { t } = textsOf(language)
      const { page, complaints, leave } = await dashboard.visit('/accounts/1/home', { viewport: phoneScreen })
      context.after(leave)
      await choose(page, language)
      for (const [path, title] of [
        ['/accounts/1/home', t.pages.home],
        ['/accounts/1/send', t.pages.send],
        ['/accounts/1/messages', t.pages.messages],
        ['/accounts/1/scheduled', t.pages.scheduled],
        ['/accounts/1/inbox', t.pages.inbox],
        ['/profile', t.shell.profile],
      ] as const) {
        await page.goto(`${dashboard.address}${path}`)
        await page.getByRole('heading', { name: title, level: 1 }).waitFor()
        await checkWidth(page)
        assert.deepEqual((await readLabels(page)).clipped, [], `${path} in ${language}`)
      }
      assert.deepEqual(complaints, [])
    }
  })
})
