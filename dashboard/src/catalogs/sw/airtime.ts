import type { Catalog } from '../catalog.ts'

export const airtime: Catalog['airtime'] = {}
