import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Language, languages } from '../../src/values/languages.ts'
import { browserMissing } from '../browser.ts'
import { textsOf } from '../catalogs.ts'
import { addPerson, command } from '../console/people.ts'
import { checkWidth, type Dashboard, openInPage, phoneScreen, shareDashboard } from '../dashboard.ts'
import { until } from '../until.ts'

const languageOf = (page: Page) => page.evaluate<string>('document.documentElement.lang')

const phone = '255712000101'

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
    dashboard = await shareDashboard()
  })
  after(() => dashboard?.close())

  it('follows the browser until the user chooses a language, when signed out and in the profile', async (context) => {
    const { world, address, account } = dashboard
    const person = await addPerson(world, world.accountId, 'owner')
    const { page, complaints, leave } = await dashboard.visit('/sign-in', { as: null, locale: 'fr-CD' })
    context.after(leave)
    const shows = async (language: Language) => {
      const { t } = textsOf(language)
      await page.getByRole('button', { name: t.signIn.submit, exact: true }).waitFor()
      assert.equal(await languageOf(page), language)
      assert.equal(await page.title(), `${t.signIn.title} · Ngoma`)
      return t
    }
    const french = await shows('fr')
    await page.getByRole('combobox', { name: french.signIn.language }).selectOption('Kiswahili')
    const swahili = await shows('sw')
    // Neither a language without a catalog nor an invalid choice leaves the page without texts.
    await choose(page, 'xx')
    await page.reload()
    await shows('fr')
    await choose(page, 'sw')
    await page.reload()
    await shows('sw')

    await page.getByLabel(swahili.signIn.email).fill(person.email)
    await page.getByRole('textbox', { name: swahili.signIn.password }).fill(person.password)
    await page.getByRole('button', { name: swahili.signIn.submit, exact: true }).click()
    await page.getByRole('heading', { name: swahili.pages.home, level: 1, exact: true }).waitFor()
    await page.goto(`${address}/profile`)
    await page.getByRole('combobox', { name: swahili.profile.language, exact: true }).selectOption('English')
    const { t } = textsOf('en')
    await page.getByRole('heading', { name: t.shell.profile, level: 1, exact: true }).waitFor()
    // The choice outlives a reload and holds for other tabs of the browser.
    await page.reload()
    await page.getByRole('heading', { name: t.shell.profile, level: 1, exact: true }).waitFor()
    const tab = await page.context().newPage()
    await tab.goto(`${address}${account}/inbox`)
    await tab.getByText(t.inbox.empty.open).waitFor()
    for (const one of [page, tab]) assert.equal(await languageOf(one), 'en')
    assert.deepEqual(complaints, [])
  })

  it('shows AM or PM once in a 12-hour locale, and clips no date field', async (context) => {
    const { page, leave } = await dashboard.visit(`${dashboard.account}/messages`, { locale: 'en-US' })
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
      const { page, leave } = await dashboard.visit('/', { locale: language })
      context.after(leave)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const scripts = await page.evaluate<readonly { name: string; bytes: number }[]>(
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

  it('fits a phone in every language, and writes numbers and times as the language does', async (context) => {
    const { world, account } = dashboard
    const { request_id } = (await world.send({ recipients: [{ recipient_id: 1, dest_addr: phone }] })).body
    const read = async (path: string) => (await command(world, 'GET', `${account}${path}`)).body.data[0]
    await until('it is delivered', async () => (await world.statuses(request_id)).get(phone) === 'DELIVERED')
    const { id } = await read(`/messages?number=${phone}`)
    const { available } = await read('/balances')
    for (const language of languages) {
      const { t, fill } = textsOf(language)
      const { page, complaints, settle, leave } = await dashboard.visit(`${account}/home`, {
        viewport: phoneScreen,
        locale: 'en-US',
      })
      context.after(leave)
      await choose(page, language)
      await page.reload()
      for (const [path, title] of [
        [`${account}/home`, t.pages.home],
        [`${account}/send`, t.pages.send],
        [`${account}/messages`, t.pages.messages],
        [`${account}/messages/${id}`, fill(t.messages.messageTo, { phone: '0712 000 101' })],
        [`${account}/scheduled`, t.pages.scheduled],
        [`${account}/inbox`, t.pages.inbox],
        [`${account}/credit`, t.pages.credit],
        ['/profile', t.shell.profile],
      ] as const) {
        await openInPage(page, path)
        await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor()
        await settle()
        await checkWidth(page)
        const { texts, clipped } = await readLabels(page)
        assert.deepEqual(clipped, [], `${path} in ${language}`)
        if (path.endsWith(id)) assert.ok(texts.length >= 5, 'the page shows times')
        // Swahili and French write the hours from 0 to 23.
        if (language !== 'en') for (const text of texts) assert.doesNotMatch(text, /[ap]\.?m\b/i)
        if (path.endsWith('credit')) {
          const amount = `${new Intl.NumberFormat(language).format(Math.floor(Number(available)))} TZS`
          await page.getByText(amount).first().waitFor()
        }
      }
      assert.deepEqual(complaints, [])
    }
  })
})
