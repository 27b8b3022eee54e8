import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';

/** Maps models' labels, in capitals without marks, to entity types of specification §2.7. */
const TYPES: Readonly<Record<string, PiiEntityType>> = {
  PER: 'NAME',
  PERSON: 'NAME',
  NAME: 'NAME',
  FULLNAME: 'NAME',
  GIVENNAME: 'NAME_GIVEN',
  FIRSTNAME: 'NAME_GIVEN',
  MIDDLENAME: 'NAME_GIVEN',
  SURNAME: 'NAME_FAMILY',
  FAMILYNAME: 'NAME_FAMILY',
  LASTNAME: 'NAME_FAMILY',
  LOC: 'LOCATION',
  LOCATION: 'LOCATION',
  GPE: 'LOCATION',
  PLACE: 'LOCATION',
  COUNTY: 'LOCATION',
  ADDRESS: 'LOCATION_ADDRESS',
  STREET: 'LOCATION_ADDRESS_STREET',
  STREETNAME: 'LOCATION_ADDRESS_STREET',
  STREETADDRESS: 'LOCATION_ADDRESS_STREET',
  BUILDINGNUMBER: 'LOCATION_ADDRESS_STREET',
  BUILDINGNUM: 'LOCATION_ADDRESS_STREET',
  SECONDARYADDRESS: 'LOCATION_ADDRESS',
  CITY: 'LOCATION_CITY',
  STATE: 'LOCATION_STATE',
  COUNTRY: 'LOCATION_COUNTRY',
  ZIP: 'LOCATION_ZIP',
  ZIPCODE: 'LOCATION_ZIP',
  POSTCODE: 'LOCATION_ZIP',
  POSTALCODE: 'LOCATION_ZIP',
  ORG: 'ORGANIZATION',
  ORGANIZATION: 'ORGANIZATION',
  ORGANISATION: 'ORGANIZATION',
  COMPANY: 'ORGANIZATION',
  COMPANYNAME: 'ORGANIZATION',
  NORP: 'ORIGIN',
  NATIONALITY: 'ORIGIN',
  EVENT: 'EVENT',
  PRODUCT: 'PRODUCT',
  LANGUAGE: 'LANGUAGE',
  AGE: 'AGE',
  GENDER: 'GENDER',
  SEX: 'GENDER',
  OCCUPATION: 'OCCUPATION',
  JOBTITLE: 'OCCUPATION',
  DATE: 'DATE',
  TIME: 'TIME',
  DOB: 'DOB',
  DATEOFBIRTH: 'DOB',
  MONEY: 'MONEY',
  EMAIL: 'EMAIL_ADDRESS',
  EMAILADDRESS: 'EMAIL_ADDRESS',
  PHONE: 'PHONE_NUMBER',
  PHONENUMBER: 'PHONE_NUMBER',
  TELEPHONENUM: 'PHONE_NUMBER',
  URL: 'URL',
  IP: 'IP_ADDRESS',
  IPADDRESS: 'IP_ADDRESS',
  USERNAME: 'USERNAME',
  PASSWORD: 'PASSWORD',
  SECRET: 'PASSWORD',
  ACCOUNT: 'ACCOUNT_NUMBER',
  ACCOUNTNUMBER: 'ACCOUNT_NUMBER',
  BANKACCOUNT: 'BANK_ACCOUNT',
  IBAN: 'BANK_ACCOUNT',
  ROUTINGNUMBER: 'ROUTING_NUMBER',
  CREDITCARD: 'CREDIT_CARD',
  CREDITCARDNUMBER: 'CREDIT_CARD',
  SSN: 'SSN',
  SOCIALNUM: 'SSN',
  TAXID: 'NUMERICAL_PII',
  GOVERNMENTID: 'NUMERICAL_PII',
  IDCARD: 'NUMERICAL_PII',
  IDCARDNUM: 'NUMERICAL_PII',
  PASSPORT: 'PASSPORT_NUMBER',
  PASSPORTNUMBER: 'PASSPORT_NUMBER',
  DRIVERLICENSE: 'DRIVER_LICENSE',
  DRIVERSLICENSE: 'DRIVER_LICENSE',
  DRIVERLICENSENUM: 'DRIVER_LICENSE',
};

/** Types that a label may stand for besides its own: in America a tax number is a person's or a company's. */
const STANDS_FOR: Readonly<Record<string, readonly PiiEntityType[]>> = {
  TAXID: ['SSN', 'ORGANIZATION_ID'],
  GOVERNMENTID: ['SSN'],
  IDCARD: ['SSN'],
  IDCARDNUM: ['SSN'],
};

const nameOf = (label: string): string =>
  label
    .replace(/^[BIELSU][-_](?=.)/, '')
    .replace(/^private_/i, '')
    .replaceAll(/[^\p{L}]/gu, '')
    .toUpperCase();

/**
 * The entity type of a model's label ("B-PER", "I-private_phone"); undefined for "O" and labels without a type, such
 * as "MISC".
 */
export const typeOfLabel = (label: string): PiiEntityType | undefined => TYPES[nameOf(label)];

/** Narrower types that a find with this label may be, if its own was not requested. */
export const standsForOf = (label: string): readonly PiiEntityType[] | undefined => STANDS_FOR[nameOf(label)];

/** Whether a label starts an entity, after one of the same type: a street goes on behind its number. */
export const beginsEntity = (label: string, before: string): boolean =>
  /^[BSU][-_](?=.)/.test(label) && nameOf(label) === nameOf(before);
