import type { Catalog } from '../catalog.ts'

export const home: Catalog['home'] = {}
