import type { Query } from '../src/values/page.ts'
import { readPlace, writeCursor } from '../src/values/place.ts'

/** The cursor after an item in the list of a search. */
export const cursorAfter = (search: Query, ...key: readonly string[]): string => writeCursor(readPlace(search), key)
