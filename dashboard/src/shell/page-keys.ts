/** Keys that work on every page, by what it shows. */

/** Focuses the search field of the page. False without one. */
export function focusOnSearch(): boolean {
  const field = [
    ...document.querySelectorAll<HTMLInputElement>('#page :is(input[type="search"], [data-page-search])'),
  ].find((one) => one.checkVisibility())
  field?.focus()
  field?.select()
  return field !== undefined
}

const rows = '#page tbody tr'

/** Focuses the first link or button of the next or previous row. False without a list. */
export function moveInList(by: 1 | -1): boolean {
  const targets = [...document.querySelectorAll<HTMLElement>(rows)].flatMap(
    (row) => row.querySelector<HTMLElement>('a[href], button') ?? [],
  )
  const current = document.activeElement?.closest(rows)
  const from = targets.findIndex((target) => target.closest(rows) === current)
  const next = targets[from === -1 ? 0 : Math.min(Math.max(from + by, 0), targets.length - 1)]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}
