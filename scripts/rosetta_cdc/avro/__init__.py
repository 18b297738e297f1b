"""Avro schemas that users supply: read from a folder, reduced to what decodes a record, written as the seed `cdc_avro_schemas`."""
