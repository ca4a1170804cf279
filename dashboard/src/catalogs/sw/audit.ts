import type { Catalog } from '../catalog.ts'

export const audit: Catalog['audit'] = {}
