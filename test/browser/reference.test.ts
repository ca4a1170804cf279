import { after, before, describe, it } from 'node:test'
import { browserMissing } from '../browser.ts'
import { type Dashboard, shareDashboard } from '../dashboard.ts'

describe('The API reference in a browser', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await shareDashboard()
  })
  after(() => dashboard?.close())

  it('shows the products', async (context) => {
    const { page, leave } = await dashboard.visit('/docs', { as: null })
    context.after(leave)
    for (const text of ['/v1/send', 'Delivery reports', 'Account API', 'Incoming messages'])
      await page.getByText(text).first().waitFor({ state: 'attached' })
  })
})
