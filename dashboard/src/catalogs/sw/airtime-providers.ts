import type { Catalog } from '../catalog.ts'

export const airtimeProviders: Catalog['airtimeProviders'] = {}
