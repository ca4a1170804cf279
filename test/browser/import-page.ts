/** Helpers for the page that imports contacts. */
import type { Page } from 'playwright-core'

export const csv = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/csv', buffer })

export async function chooseField(page: Page, column: string, field: string): Promise<void> {
  await page.getByRole('combobox', { name: `Contact field for ${column}` }).click()
  await page.getByRole('option', { name: field, exact: true }).click()
}
