import type { Catalog } from '../catalog.ts'

export const apiSetup: Catalog['apiSetup'] = {}
