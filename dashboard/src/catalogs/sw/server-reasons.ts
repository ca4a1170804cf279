import type { Catalog } from '../catalog.ts'

/** Refusals that have a reason for programs. */
export const serverReasons: Catalog['serverMessages'] = {
  PASSKEY_NOT_FOUND: 'Ufunguo huu wa siri uliondolewa. Ingia kwa nenosiri na uuongeze tena.',
  AUTHENTICATION_FAILED: 'Uthibitishaji umeshindikana. Jaribu tena, au ingia kwa nenosiri.',
  USER_NOT_VERIFIED: 'Kifaa hakikukutambua. Tumia ufunguo wa siri unaouliza PIN, alama ya kidole au uso.',
  FAILED_TO_VERIFY_REGISTRATION:
    'Ufunguo wa siri haukukubaliwa. Fungua dashibodi kwa anwani iliyowekwa kwa funguo za siri, kisha ujaribu tena.',
  CHALLENGE_NOT_FOUND: 'Imechukua muda mrefu mno. Anza tena.',
  INVALID_BACKUP_CODE: 'Msimbo wa akiba si sahihi. Kila msimbo hufanya kazi mara moja: tumia mwingine.',
  INVALID_TWO_FACTOR_COOKIE: 'Imechukua muda mrefu mno. Anza tena kwa barua pepe na nenosiri.',
  ACCOUNT_TEMPORARILY_LOCKED:
    'Misimbo isiyo sahihi ni mingi mno. Subiri dakika chache, kisha utumie msimbo wa sasa wa programu.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Umejaribu mara nyingi mno. Anza tena kwa barua pepe na nenosiri.',
  FIELD_EXISTS: 'Sehemu nyingine ya anwani ina jina hili. Chagua jina lingine, au tumia sehemu iliyopo.',
  FIELD_KEY_TAKEN: 'Kishika nafasi hiki tayari kinatumika. Chagua jina lingine.',
  FIELD_BEING_REMOVED: 'Thamani za sehemu iliyofutwa bado zinaondolewa. Jaribu tena baada ya dakika chache.',
  TOO_MANY_FIELDS: 'Akaunti ina idadi ya juu ya sehemu za anwani. Futa sehemu usiyoihitaji tena.',
  FIELD_IN_USE: 'Kundi moja linatumia sehemu hii. Badilisha au futa kundi hilo kwanza.',
  BOOK_IN_USE: 'Kundi moja linatumia kitabu hiki cha anwani. Badilisha au futa kundi hilo kwanza.',
  SEGMENT_INCOMPLETE: 'Kundi linataja kitabu cha anwani kilichofutwa. Badilisha masharti ya kundi.',
  SEGMENT_EXISTS: 'Kundi lingine lina jina hili. Chagua jina lingine.',
  TOO_MANY_SEGMENTS: 'Akaunti ina idadi ya juu ya makundi. Futa kundi usilolihitaji tena.',
  INVALID_CONDITION: 'Sharti moja si sahihi. Kagua sehemu, ulinganisho na thamani.',
  INVALID_FIELD_VALUE: 'Thamani ya sehemu ya anwani si ya aina sahihi.',
  INVALID_FIELD: 'Jina au machaguo ya sehemu si sahihi.',
}
