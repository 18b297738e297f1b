{{ rosetta_cdc.cdc_table('default/d.parcels', 'parcels', {'id': 'int', 'content': 'binary', 'weight': 'decimal(38,20)'}) }}
