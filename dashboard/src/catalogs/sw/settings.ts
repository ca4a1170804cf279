import type { Catalog } from '../catalog.ts'

export const settings: Catalog['settings'] = {}
