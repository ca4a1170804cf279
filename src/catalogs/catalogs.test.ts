import { describeCatalogs } from '../../test/catalog-rules.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import { sw } from './sw.ts'

describeCatalogs('the catalog of the server', { en, sw, fr })
