import type { Catalog } from '../catalog.ts'

export const prices: Catalog['prices'] = {}
