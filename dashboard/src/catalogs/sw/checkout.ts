import type { Catalog } from '../catalog.ts'

export const checkout: Catalog['checkout'] = {}
